/** The blocks of a document stand with the nouns, so that pages and adapters may draw what a report says. */
export type {
  Block,
  CurveBlock,
  CurvePoint,
  CurveSeries,
  DocumentSection,
  ReportDocument,
  TableBlock,
  Term,
} from '@/lib/domain/report-document';
