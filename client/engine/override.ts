/** Hand-made exceptions to derived screens: single cells and inputs, or a whole form or list, for one entity. */
import type { ComponentType, ReactNode } from 'react';
import type { AnyEntity, Entity, Fields, Base } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import type { WireRow } from '../../common/entity/projectRow';
import type { Registry } from '../../common/entity/registry';
import type { Lang } from '../shared/store/settings';
import type { CellProps, InputProps } from './fieldTypes/fieldType';

export interface ScreenProps {
  /** The record that is open: an id, `new`, or none. */
  readonly record: string | null;
}
/** Stands in the place of a record's form, beside its list and on its own page. */
export interface PanelProps {
  readonly id: number;
  readonly onClose: () => void;
  readonly onPage?: (() => void) | undefined;
}
/** Stands in the place of the form of a new record, over its list. */
export interface CreateProps {
  readonly entity: AnyEntity;
  /** Values the record starts with, by field. */
  readonly preset: Readonly<Record<string, Json>>;
  readonly onClose: () => void;
}
/** Something about one field of a stored record. */
export interface BelowFieldProps {
  readonly rowId: number;
}
/** Further entries of a row's menu. */
export interface RowMenuItemsProps {
  readonly id: number;
  /** Closes the menu. */
  readonly onDone: () => void;
}
/** What else can be done with chosen rows. */
export interface BulkActionsProps {
  readonly ids: readonly number[];
}
/** Around the rows of a list: shows them in another way (`list/listBody` knows which), or the usual ones it is handed. */
export interface ListBodyProps {
  readonly children: ReactNode;
}
/** Within the question whether rows are to be deleted. */
export interface DeleteWarningProps {
  readonly ids: readonly number[];
}
/** Whether a field has a place in the form while the others have these values. */
export type IsFieldVisible = (field: string, valueOf: (field: string) => Json) => boolean;

export interface EntityOverride {
  /** Name of the entity. */
  readonly entity: string;
  readonly cells: Readonly<Record<string, ComponentType<CellProps> | undefined>>;
  readonly inputs: Readonly<Record<string, ComponentType<InputProps> | undefined>>;
  /** What a stored title is called where titles are keys of words. */
  readonly translateTitle?: ((title: string, lang: Lang, registry: Registry, row?: WireRow) => string) | undefined;
  /** Texts that are searched for but never stand in an address. */
  readonly isSensitiveSearch?: ((text: string) => boolean) | undefined;
  readonly form?: ComponentType<ScreenProps> | undefined;
  readonly list?: ComponentType<ScreenProps> | undefined;
  readonly panel?: ComponentType<PanelProps> | undefined;
  readonly create?: ComponentType<CreateProps> | undefined;
  readonly rowMenuItems?: ComponentType<RowMenuItemsProps> | undefined;
  /** The actions of its rows, or those named, have entries and buttons of their own. */
  readonly customActions?: true | readonly string[] | undefined;
  /** Below single fields of a stored record, whether or not they can be edited. */
  readonly belowField?: Readonly<Record<string, ComponentType<BelowFieldProps> | undefined>> | undefined;
  /** Columns of the list whose cells hold more than their kind of field, in pixels. */
  readonly columnWidths?: Readonly<Record<string, number | undefined>> | undefined;
  /** Room in pixels that cells take for buttons beside their amount. */
  readonly buttonWidths?: Readonly<Record<string, number | undefined>> | undefined;
  /** Inputs that follow another field of the form, which they are handed as `parent`. */
  readonly parentFields?: Readonly<Record<string, string | undefined>> | undefined;
  /** Beside the button that adds a row. */
  readonly headerExtra?: ComponentType | undefined;
  /** Among what can be done with the chosen rows of a list. */
  readonly bulkActions?: ComponentType<BulkActionsProps> | undefined;
  readonly listBody?: ComponentType<ListBodyProps> | undefined;
  readonly deleteWarning?: ComponentType<DeleteWarningProps> | undefined;
  readonly isFieldVisible?: IsFieldVisible | undefined;
}
/** Only fields the entity has can be overridden. */
type OverrideOptions = Omit<EntityOverride, 'entity' | 'cells' | 'inputs'>;
interface OverrideParts<F> extends OverrideOptions {
  readonly cells?: { readonly [K in keyof F]?: ComponentType<CellProps> };
  readonly inputs?: { readonly [K in keyof F]?: ComponentType<InputProps> };
}

/** Declares the exceptions of one entity; the app hands them to the engine. */
export const defineOverride = <N extends string, F extends Fields, B extends Base, A extends string>(
  entity: Entity<N, F, B, A>,
  { cells = {}, inputs = {}, ...rest }: OverrideParts<F>,
): EntityOverride => ({ entity: entity.name, cells, inputs, ...rest });
