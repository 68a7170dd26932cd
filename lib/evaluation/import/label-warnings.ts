import { canonicalHash } from '@/lib/domain/content-hash';
import type { Example } from '@/lib/domain/example';

/**
 * Faults in the labels of an import that no single line shows: expected values that are blank, and
 * one question that has two labels. Neither stops an import (a judge needs no label, and people disagree), both are
 * told before it is saved. One hash and one map entry an example.
 */
export interface LabelWarnings {
  readonly blank: {
    readonly count: number /** The first places, `file:line`. */;
    readonly first: readonly string[];
  };
  readonly conflicts: {
    /** Questions with more than one label. */
    readonly count: number;
    /** Conflicts whose labels differ between files or column values by which a split can separate examples. */
    readonly acrossSources: number;
    readonly first: readonly LabelConflict[];
  };
}

/** Places of a question and its labels; never its text, since a report is kept when personal data is redacted. */
export interface LabelConflict {
  readonly places: readonly LabelPlace[];
}

interface LabelPlace {
  readonly where: string;
  readonly source: string;
}

type LabelledExample = Pick<Example, 'question' | 'context' | 'expected'> & { readonly sourceSplit: string };

const SHOWN_MAX = 20;
const PLACES_MAX = 5;

export class LabelCheck {
  private readonly blanks: string[] = [];
  private blankCount = 0;
  private readonly places = new Map<string, LabelPlace[]>();

  /** For examples that were kept, so a question that comes again has another label. */
  take(example: LabelledExample, where: string): void {
    const { question, context, expected, sourceSplit } = example;
    if (expected.trim() === '') {
      this.blankCount += 1;
      if (this.blanks.length < SHOWN_MAX) this.blanks.push(where);
    }
    const key = canonicalHash([question, context]);
    const known = this.places.get(key);
    if (known === undefined) this.places.set(key, [{ where, source: sourceSplit }]);
    else known.push({ where, source: sourceSplit });
  }

  warnings(): LabelWarnings {
    const torn = [...this.places.values()].filter(({ length }) => length > 1);
    const isAcross = (places: readonly LabelPlace[]) => new Set(places.map(({ source }) => source)).size > 1;
    return {
      blank: { count: this.blankCount, first: this.blanks },
      conflicts: {
        count: torn.length,
        acrossSources: torn.filter(isAcross).length,
        first: torn.slice(0, SHOWN_MAX).map((places) => ({ places: places.slice(0, PLACES_MAX) })),
      },
    };
  }
}
