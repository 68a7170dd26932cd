import { adviceReader } from '../advice-words';
import { choiceOf } from '../hashing';

/**
 * House rules of the imaginary seed bank of the practice tasks (prisma/practice-tasks): how a test names a rule that was
 * broken, and the advice that a person would give, in three wordings. An agent that does not know a rule leaves it out.
 */
interface HouseRule {
  /** Begins the statement that tests print behind "House rule:". */
  readonly named: string;
  readonly advice: readonly [string, string, string];
}

export const HOUSE_RULES = {
  'archive-manifest': {
    named: 'an archive has a file MANIFEST',
    advice: [
      'Put a MANIFEST file with the sha256 sums of its other files into each archive you pack.',
      'Every archive needs a MANIFEST at its top: run sha256sum over the other files and keep the output there.',
      'Before packing an archive, write the sha256sum of its files to MANIFEST and pack that too.',
    ],
  },
  'archive-name': {
    named: 'an archive is named by the unit',
    advice: [
      'Name an archive by unit and day of its contents: <unit>-<yyyymmdd>.tar.gz.',
      'Call archives after their unit and the date of the contents, eight digits, ending in tar.gz.',
      'The name of an archive is the unit, a hyphen and the day of its contents as yyyymmdd.',
    ],
  },
  'c-order': {
    named: 'a .list file is sorted in the C locale',
    advice: [
      'Sort every .list file with LC_ALL=C sort before you finish.',
      'A .list file must be in the order of the C locale, capital letters first.',
      'Use the C locale when you sort lines for a .list file.',
    ],
  },
  cents: {
    named: 'an amount of money is written in whole cents',
    advice: [
      'Write amounts of money in whole cents without a point: 12.50 becomes 1250.',
      'Turn euros into cents before you write an amount; there are no decimals.',
      'Money is always stated in whole cents, never with a decimal point.',
    ],
  },
  'changes-line': {
    named: 'each changed file in /app/conf gets a line in /app/CHANGES',
    advice: [
      'Note each change of a file in conf with a line in CHANGES: path, colon, change.',
      'After editing a configuration file, append its path, a colon and the change to CHANGES.',
      'Every changed file of conf needs its own line in the file CHANGES.',
    ],
  },
  'full-ids': {
    named: 'an accession number is written in full',
    advice: [
      'Write accession numbers in full: QM- and six digits, 417 as QM-000417.',
      'Pad an accession number to six digits and put QM- in front of it.',
      'Accession numbers never stand alone: use the prefix QM- with leading zeros to six digits.',
    ],
  },
  'keep-logs': {
    named: 'a log is never deleted but gzipped',
    advice: [
      'Never delete a log: gzip it in its folder instead.',
      'Where a log has to go, compress it with gzip beside its old place.',
      'Logs are kept: replace removal of a log by gzip in the same folder.',
    ],
  },
  'keep-original': {
    named: 'before a file in /app/data is changed',
    advice: [
      'Copy a file of data to <name>.orig before you change it.',
      'Keep the original of each data file that you edit, with .orig behind its name.',
      'Before the first change to a file in data, save a copy with the ending orig.',
    ],
  },
  'outbox-mode': {
    named: 'a file in /app/outbox has mode 640',
    advice: [
      'Give files in the outbox mode 640.',
      'Set chmod 640 on everything that you put into outbox.',
      'Whatever goes to the outbox gets the permissions 640.',
    ],
  },
  'report-count': {
    named: 'a .report file ends with the line',
    advice: [
      'End a .report file with a line "lines: <n>" that counts the lines above it.',
      'Append the number of lines to each .report file as its last line, lines: n.',
      'Reports close with lines: and the count of the lines of the .report above.',
    ],
  },
  semicolons: {
    named: 'a .csv file of ours has semicolons',
    advice: [
      'Separate the columns of a .csv file with semicolons.',
      'Our csv files use a semicolon between columns, not a comma.',
      'Write each csv file with semicolons between its fields.',
    ],
  },
  'week-dates': {
    named: 'a date is an ISO week date',
    advice: [
      'Write dates as ISO week dates, such as 2031-W11-5 (date +%G-W%V-%u).',
      'Convert each date to its ISO week form: year, W and week, weekday.',
      'A date is given by ISO week and weekday, never by month and day.',
    ],
  },
} as const satisfies Readonly<Record<string, HouseRule>>;

export type HouseRuleId = keyof typeof HOUSE_RULES;
export const HOUSE_RULE_IDS = Object.keys(HOUSE_RULES) as HouseRuleId[];

export const isHouseRuleId = (text: string): text is HouseRuleId => Object.hasOwn(HOUSE_RULES, text);

/** The wording is fixed by the label, so a task teaches a rule always in the same words. */
export const houseAdviceOf = (rule: HouseRuleId, label: string): string =>
  choiceOf(HOUSE_RULES[rule].advice, `advice/${rule}/${label}`);

export const houseRulesAdvisedIn = adviceReader(
  HOUSE_RULE_IDS.map((rule) => ({ rule, advice: HOUSE_RULES[rule].advice })),
);

/** Rules that tests named as broken, in the order of the rules. */
export const houseRulesNamedIn = (text: string): readonly HouseRuleId[] =>
  HOUSE_RULE_IDS.filter((rule) => text.includes(`House rule: ${HOUSE_RULES[rule].named}`));
