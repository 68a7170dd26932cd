import * as mentions from '@/lib/contracts/mentions';
import * as reportComments from '@/lib/contracts/report-comments';
import * as reports from '@/lib/contracts/reports';
import * as reviews from '@/lib/contracts/reviews';
import * as shares from '@/lib/contracts/shares';
import { reportFile } from '@/server/http/report-file';
import { serve } from '@/server/http/serve';
import { listMentions, readMentions } from '@/server/services/promotion/review/inbox';
import { readReview } from '@/server/services/promotion/review/read-review';
import {
  createComment,
  deleteComment,
  editComment,
  listComments,
  resolveComment,
} from '@/server/services/promotion/review/report-comments';
import { createShare, listShares, revokeShare } from '@/server/services/promotion/review/shares';
import {
  decideReview,
  reopenReview,
  requestReview,
  setReviewers,
} from '@/server/services/promotion/review/take-review-step';
import { makeReport } from '@/server/services/reports/make-report';
import { diffReports, listReports, readReport, readReportFile } from '@/server/services/reports/read-reports';

/** Plans and reports with their reviews, comments, mentions and shares. */
export const served = [
  serve(mentions.readMentions, readMentions),
  serve(mentions.listMentions, listMentions),
  serve(reportComments.resolveComment, resolveComment),
  serve(reportComments.editComment, editComment),
  serve(reportComments.deleteComment, deleteComment),
  serve(reportComments.listComments, listComments),
  serve(reportComments.createComment, createComment),
  serve(reviews.decideReview, decideReview),
  serve(reports.diffReports, diffReports),
  serve(reports.downloadReport, async (actor, { format, ...params }, { signal }) =>
    reportFile(await readReportFile(actor, params), { format, signal }),
  ),
  serve(reviews.reopenReview, reopenReview),
  serve(reviews.requestReview, requestReview),
  serve(reviews.readReview, readReview),
  serve(reviews.setReviewers, setReviewers),
  serve(reports.readReport, readReport),
  serve(shares.revokeShare, revokeShare),
  serve(shares.listShares, listShares),
  serve(shares.createShare, createShare),
  serve(reports.listReports, listReports),
  serve(reports.makeReport, makeReport),
];
