import type { Metadata } from 'next';
import { ReviewListView } from '@/components/review/review-list-view';

export const metadata: Metadata = { title: 'Reviews' };

export default function ReviewsPage() {
  return <ReviewListView />;
}
