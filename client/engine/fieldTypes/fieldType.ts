/** What the engine asks of each kind of field: how a value is read, written and filtered. */
import type { ComponentType } from 'react';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Column } from '../../../common/entity/columns';
import type { WireRow } from '../../../common/entity/projectRow';

export interface CellProps {
  readonly entity: AnyEntity;
  readonly column: Column;
  readonly value: Json;
  readonly row: WireRow;
  /** Present when the reader may change the value right here; settles when the server has answered. */
  readonly commit?: ((value: Json) => Promise<void>) | undefined;
  /** How values of this kind are shown where the noun has no way of its own. */
  readonly DefaultCell?: ComponentType<CellProps>;
}

export interface InputProps {
  readonly entity: AnyEntity;
  readonly column: Column;
  /** The value in the form of the wire; while somebody types, perhaps a text that is no such value yet. */
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  /** Id of the control the label names. */
  readonly id: string;
  readonly labelId: string;
  readonly label: string;
  readonly describedBy: string | undefined;
  readonly disabled: boolean;
  readonly invalid: boolean;
  /** The id of the row being edited; null for a new one. */
  readonly rowId: number | null;
  /** The value the row has now, where one row is edited: what moves along transitions starts from there. */
  readonly stored?: Json;
  /** The parent chosen in the form, where rows stand in a tree; else the field this one follows. */
  readonly parent?: Json;
}

export interface FilterProps {
  readonly entity: AnyEntity;
  readonly column: Column;
  /** The filter as it stands in the address, empty when none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
}

export interface FieldType {
  readonly Cell: ComponentType<CellProps>;
  readonly Input: ComponentType<InputProps>;
  /** None: values of the kind cannot be filtered. */
  readonly Filter: ComponentType<FilterProps> | null;
  /** Width of a list column in pixels. */
  readonly width: number;
  /** Two of them may stand side by side in a form. */
  readonly isShort: boolean;
  readonly align?: 'right';
}
