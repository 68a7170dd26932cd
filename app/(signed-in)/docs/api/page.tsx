import type { Metadata } from 'next';
import { ReferenceView } from '@/components/reference/reference-view';
import { prepareReference } from '@/lib/view/api-reference';
import { openapiDocument } from '@/server/http/openapi';

export const metadata: Metadata = { title: 'API' };

export default function ApiReferencePage() {
  return <ReferenceView groups={prepareReference(openapiDocument())} />;
}
