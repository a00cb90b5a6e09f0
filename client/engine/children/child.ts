/** What the tabs under a record are made of. */
import type { AnyEntity } from '../../../common/entity/entity';

/** One kind of rows that belong to a record. */
export interface Child {
  readonly entity: AnyEntity;
  /** The field of the child that points to the record. */
  readonly by: string;
}
