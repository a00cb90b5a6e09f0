/** A relation that a tab below a record shows. */
import type { AnyEntity } from '../../../common/entity/entity';

/** Rows of one entity that refer to a record. */
export interface ChildRelation {
  readonly entity: AnyEntity;
  /** The field of the child that points to the record. */
  readonly refField: string;
}
