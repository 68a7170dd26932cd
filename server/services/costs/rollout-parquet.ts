import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import {
  ROLLOUT_LOG_COLUMNS,
  type RolloutLogColumn,
  type RolloutLogLine,
} from '@/lib/report/cost-rollout-log';

/**
 * The log of rollouts as Parquet, made while it is sent: a row group is encoded, handed on and forgotten. Only the
 * places of the row groups are kept until the end, since the file's footer lists them. Columns have the types that a
 * query adds up and compares by; a measure that is absent is NULL, and every other column is REQUIRED.
 */
const NAMES = Object.keys(ROLLOUT_LOG_COLUMNS) as RolloutLogColumn[];

const TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'REQUIRED' },
  whole: { type: 'INT32', repetition_type: 'REQUIRED' },
  measure: { type: 'DOUBLE', repetition_type: 'OPTIONAL' },
  flag: { type: 'BOOLEAN', repetition_type: 'REQUIRED' },
} as const;

const SCHEMA = [
  { name: 'root', num_children: NAMES.length },
  ...NAMES.map((name) => ({ name, ...TYPES[ROLLOUT_LOG_COLUMNS[name]] })),
];

/** Pages become row groups. */
export async function* rolloutParquet(
  pages: AsyncIterable<readonly RolloutLogLine[]>,
): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({ writer, schema: SCHEMA, createdBy: 'Waggle' });
  for await (const page of pages) {
    if (page.length === 0) continue;
    await parquet.write({
      columnData: NAMES.map((name) => ({ name, data: columnOf(page, name) })),
      rowGroupSize: page.length,
    });
    yield taken(writer);
  }
  await parquet.finish();
  yield taken(writer);
}

function columnOf(page: readonly RolloutLogLine[], name: RolloutLogColumn) {
  const cellOf = CELLS[ROLLOUT_LOG_COLUMNS[name]];
  return page.map((line) => cellOf(line[name]));
}

type Value = RolloutLogLine[RolloutLogColumn];

const asItIs = (value: Value) => value;

const CELLS: Readonly<Record<keyof typeof TYPES, (value: Value) => Value | Date | null>> = {
  text: String,
  time: (value) => new Date(String(value)),
  whole: asItIs,
  measure: (value) => (typeof value === 'number' ? value : null),
  flag: asItIs,
};

/** The bytes since the last time; the writer goes on counting where they stand in the file. */
function taken(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
