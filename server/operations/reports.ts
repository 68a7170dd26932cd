import * as mentions from '@/lib/contracts/mentions';
import * as reportComments from '@/lib/contracts/report-comments';
import * as reports from '@/lib/contracts/reports';
import * as reviews from '@/lib/contracts/reviews';
import * as shares from '@/lib/contracts/shares';
import { reportFile } from '@/server/http/report-file';
import { serve } from '@/server/http/serve';
import { makeReport } from '@/server/services/reports/make-report';
import { diffReports, listReports, readReport, readReportFile } from '@/server/services/reports/read-reports';
import {
  createComment,
  deleteComment,
  editComment,
  listComments,
  resolveComment,
} from '@/server/services/reviews/comments';
import { listMentions, readMentions } from '@/server/services/reviews/inbox';
import { readReview } from '@/server/services/reviews/read-review';
import { createShare, listShares, revokeShare } from '@/server/services/reviews/shares';
import {
  decideReview,
  reopenReview,
  requestReview,
  setReviewers,
} from '@/server/services/reviews/take-review-step';

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
