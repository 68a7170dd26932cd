import { Badge } from '@/components/ui/badge';
import type { DiagnosisVerdict } from '@/lib/domain/serial-diagnosis';
import { VERDICT_LOOKS } from '@/lib/view/diagnosis-words';

export function VerdictBadge({ verdict }: { verdict: DiagnosisVerdict }) {
  const { word, tone } = VERDICT_LOOKS[verdict];
  return <Badge tone={tone}>{word}</Badge>;
}
