/** Input for converting an older client's list query. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { CompatController } from '../controllers';
import type { ListReader } from '../joins';
import type { RowSource } from '../rowSource';

export interface QueryTarget extends ListReader {
  readonly entity: AnyEntity;
  readonly controller: CompatController;
  /** Formats values as older clients expect them. */
  readonly source: RowSource;
}
