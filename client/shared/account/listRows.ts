/** Parses the rows of a list response. */
import { asRecord } from '../../../common/json';

type Row = Readonly<Record<string, unknown>>;
export function listRows(response: unknown): readonly Row[] {
  const list: unknown = asRecord(response)?.['list'];
  return Array.isArray(list) ? list.map(asRecord).filter((row): row is Row => row !== undefined) : [];
}
