/** Contract of a field type: cell, input and filter. */
import type { ComponentType } from 'react';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Column } from '../../../common/entity/columns';
import type { WireRow } from '../../../common/entity/projectRow';
import type { FieldSharing } from '../richText/fieldSharing';

export interface CellProps {
  readonly entity: AnyEntity;
  readonly column: Column;
  readonly value: Json;
  readonly row: WireRow;
  /** Present when the value can be changed in the list; resolves after the server's response. */
  readonly commit?: ((value: Json) => Promise<void>) | undefined;
  /** The default cell of the kind, for custom cells. */
  readonly DefaultCell?: ComponentType<CellProps>;
}

export interface InputProps {
  readonly entity: AnyEntity;
  readonly column: Column;
  /** The wire value; while the user types, possibly an invalid text. */
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  /** Id of the labelled control. */
  readonly id: string;
  readonly labelId: string;
  readonly label: string;
  readonly describedBy: string | undefined;
  readonly disabled: boolean;
  readonly invalid: boolean;
  /** Id of the edited row; null for a new one. */
  readonly rowId: number | null;
  /** The stored value when one row is edited; transitions start from it. */
  readonly stored?: Json;
  /** Shared drafts of formatted texts; absent where the field is not part of a record's form. */
  readonly sharing?: FieldSharing | undefined;
  /** Parent chosen in the form of a tree entity; otherwise the value of the field this one depends on. */
  readonly parent?: Json;
}

export interface FilterProps {
  readonly entity: AnyEntity;
  readonly column: Column;
  /** Filter text as in the URL; empty when there is none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
}

export interface FieldType {
  readonly Cell: ComponentType<CellProps>;
  readonly Input: ComponentType<InputProps>;
  /** Null: the kind has no filter. */
  readonly Filter: ComponentType<FilterProps> | null;
  /** Column width in pixels. */
  readonly width: number;
  /** Two short fields share a form row. */
  readonly isShort: boolean;
  readonly align?: 'right';
}
