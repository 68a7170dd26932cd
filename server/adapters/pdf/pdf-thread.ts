import { parentPort, workerData } from 'node:worker_threads';
import type { ReportDocument } from '@/lib/domain/report-document';
import { renderPdf } from './render-pdf';

/** The thread that sets one document; it ends with the file. */
const file = await renderPdf(workerData as ReportDocument);
parentPort?.postMessage(file, file.buffer instanceof ArrayBuffer ? [file.buffer] : []);
