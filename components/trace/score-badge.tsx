import {
  CircleDashed,
  FileText,
  Gauge,
  type LucideIcon,
  Scale,
  TriangleAlert,
  UserRound,
  Zap,
} from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { keptFigures } from '@/components/ui/kept-figures';
import type { ScoreSource } from '@/lib/domain/collected-trace';
import { formatScore } from '@/lib/view/numbers';
import { SCORE_SOURCE_WORDS, scoreTone } from '@/lib/view/trace-score-words';

const ICONS: Readonly<Record<ScoreSource, LucideIcon>> = {
  person: UserRound,
  evaluator: Gauge,
  judge: Scale,
  event: Zap,
  file: FileText,
};

interface ScoreBadgeProps {
  /** In [0, 1]; null = not judged. */
  readonly score: number | null;
  readonly by: ScoreSource | null;
  /** The trace ended with an error: shown where no score is. */
  readonly hasError?: boolean;
}

/** Score of a trace and its source. */
export function ScoreBadge({ score, by, hasError }: ScoreBadgeProps) {
  if (score === null) {
    return hasError ? (
      <Badge tone="bad" icon={TriangleAlert} title="The trace ended with an error and has no score.">
        Error
      </Badge>
    ) : (
      <Badge icon={CircleDashed} title="The trace has no score.">
        Not judged
      </Badge>
    );
  }
  const tone = scoreTone(score);
  const figure = keptFigures(formatScore(score));
  if (by === null) return <Badge tone={tone}>{figure}</Badge>;
  const { word, meaning } = SCORE_SOURCE_WORDS[by];
  return (
    <Badge tone={tone} icon={ICONS[by]} title={meaning}>
      <span className="numbers">{figure}</span> {word}
    </Badge>
  );
}
