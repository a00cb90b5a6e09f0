/** Props of the bars at a contested field. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { RemoteChange } from '../formState/draft';
import type { FieldHandlers } from '../formState/entityFormState';

export interface ConflictBarProps {
  readonly entity: AnyEntity;
  readonly handlers: FieldHandlers;
  readonly field: string;
  readonly remoteChange: RemoteChange;
  readonly mine: Json;
}
