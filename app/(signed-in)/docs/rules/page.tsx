import type { Metadata } from 'next';
import { RulesView } from '@/components/reference/rules-view';
import { RULES } from '@/lib/policy/rules/table';

export const metadata: Metadata = { title: 'Rules' };

export default function RulesPage() {
  return <RulesView rules={RULES} />;
}
