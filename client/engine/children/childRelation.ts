/** What the tabs under a record are made of. */
import type { AnyEntity } from '../../../common/entity/entity';

/** One kind of rows that belong to a record. */
export interface ChildRelation {
  readonly entity: AnyEntity;
  /** The field of the child that points to the record. */
  readonly refField: string;
}
