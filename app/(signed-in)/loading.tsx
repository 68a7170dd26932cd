import { Card } from '@/components/ui/card';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';

export default function Loading() {
  return (
    <>
      <Skeleton className="mb-6 h-8 w-64" />
      <Card flush>
        <SkeletonRows label="Loading" rows={8} />
      </Card>
    </>
  );
}
