/** What the translation of a list query reads. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { CompatController } from '../controllers';
import type { ListReader } from '../joins';
import type { RowSource } from '../rowSource';

export interface QueryTarget extends ListReader {
  readonly entity: AnyEntity;
  readonly controller: CompatController;
  /** For the values as they are shown. */
  readonly source: RowSource;
}
