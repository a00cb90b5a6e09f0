/** Rows that a bulk change skipped, with the reason. */
import type { TFunction } from 'i18next';
import type { Json } from '../../../../common/entity/field';
import type { BulkResult } from '../../data/rowsApi';

export interface SkippedRowMessage {
  readonly id: number;
  readonly msg: string;
  readonly gone?: true | undefined;
  /** Last known title. */
  readonly title?: Json | undefined;
}
/** The skipped rows with their reasons. */
export const listSkippedRows = (
  t: TFunction,
  skipped: BulkResult['skipped'],
  titles?: ReadonlyMap<number, Json | undefined>,
) =>
  skipped.map(({ id, gone }): SkippedRowMessage => {
    const msg = t(gone ? 'lists.bulk.gone' : 'lists.bulk.skipped');
    return { id, msg, gone, title: titles?.get(id) };
  });
