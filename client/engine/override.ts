/** Overrides of derived screens: single cells and inputs, or the whole form or list of an entity. */
import type { ComponentType, ReactNode } from 'react';
import type { AnyEntity, Entity, Fields, Base } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import type { WireRow } from '../../common/entity/projectRow';
import type { Registry } from '../../common/entity/registry';
import type { Lang } from '../../common/lang';
import type { CellProps, InputProps } from './fieldTypes/fieldType';

export interface ScreenProps {
  /** The open record: an id, `new`, or null. */
  readonly record: string | null;
}
/** Replaces the form of a record, beside its list and on its own page. */
export interface PanelProps {
  readonly id: number;
  readonly onClose: () => void;
  readonly onPage?: (() => void) | undefined;
}
/** Replaces the form of a new record, over its list. */
export interface CreateProps {
  readonly entity: AnyEntity;
  /** Initial values by field. */
  readonly preset: Readonly<Record<string, Json>>;
  readonly onClose: () => void;
}
/** Content below a field of a stored record. */
export interface BelowFieldProps {
  readonly rowId: number;
}
/** Further items of a row's menu. */
export interface RowMenuItemsProps {
  readonly id: number;
  /** Closes the menu. */
  readonly onDone: () => void;
}
/** Further bulk actions. */
export interface BulkActionsProps {
  readonly ids: readonly number[];
}
/** Wraps the rows of a list: shows them in another way (see `list/listBodyContext`), or renders the default rows. */
export interface ListBodyProps {
  readonly children: ReactNode;
}
export interface TitleImageProps {
  readonly row: WireRow;
  /** Height in pixels. */
  readonly size: number;
}
/** Content of the delete dialog. */
export interface DeleteWarningProps {
  readonly ids: readonly number[];
}
/** Whether a field is shown in the form for the values of the others. */
export type IsFieldVisible = (field: string, valueOf: (field: string) => Json) => boolean;

export interface EntityOverride {
  /** Entity name. */
  readonly entity: string;
  readonly cells: Readonly<Record<string, ComponentType<CellProps> | undefined>>;
  readonly inputs: Readonly<Record<string, ComponentType<InputProps> | undefined>>;
  /** Translates stored titles that are translation keys. */
  readonly translateTitle?: ((title: string, lang: Lang, registry: Registry, row?: WireRow) => string) | undefined;
  /** Search texts that must not appear in the URL. */
  readonly isSensitiveSearch?: ((text: string) => boolean) | undefined;
  readonly form?: ComponentType<ScreenProps> | undefined;
  readonly list?: ComponentType<ScreenProps> | undefined;
  readonly panel?: ComponentType<PanelProps> | undefined;
  readonly create?: ComponentType<CreateProps> | undefined;
  readonly rowMenuItems?: ComponentType<RowMenuItemsProps> | undefined;
  /** All or some row actions have custom menu items and buttons. */
  readonly customActions?: true | readonly string[] | undefined;
  /** Content below single fields of a stored record, editable or not. */
  readonly belowField?: Readonly<Record<string, ComponentType<BelowFieldProps> | undefined>> | undefined;
  /** A summary above the fields of a stored record. */
  readonly summary?: ComponentType<BelowFieldProps> | undefined;
  /** Widths of list columns in pixels, for cells wider than their kind. */
  readonly columnWidths?: Readonly<Record<string, number | undefined>> | undefined;
  /** Width in pixels that cells need for buttons beside an amount. */
  readonly buttonWidths?: Readonly<Record<string, number | undefined>> | undefined;
  /** Inputs that depend on another field, which they get as `parent`. */
  readonly parentFields?: Readonly<Record<string, string | undefined>> | undefined;
  /** Beside the add button. */
  readonly headerExtra?: ComponentType | undefined;
  /** Further bulk actions of the list. */
  readonly bulkActions?: ComponentType<BulkActionsProps> | undefined;
  /** The image before the title of a row, in the list and on cards. */
  readonly titleImage?: ComponentType<TitleImageProps> | undefined;
  readonly listBody?: ComponentType<ListBodyProps> | undefined;
  readonly deleteWarning?: ComponentType<DeleteWarningProps> | undefined;
  readonly isFieldVisible?: IsFieldVisible | undefined;
}
/** Only existing fields can be overridden. */
type OverrideOptions = Omit<EntityOverride, 'entity' | 'cells' | 'inputs'>;
interface OverrideParts<F> extends OverrideOptions {
  readonly cells?: { readonly [K in keyof F]?: ComponentType<CellProps> };
  readonly inputs?: { readonly [K in keyof F]?: ComponentType<InputProps> };
}

/** Declares the overrides of one entity; the app passes them to the engine. */
export const defineOverride = <N extends string, F extends Fields, B extends Base, A extends string>(
  entity: Entity<N, F, B, A>,
  { cells = {}, inputs = {}, ...rest }: OverrideParts<F>,
): EntityOverride => ({ entity: entity.name, cells, inputs, ...rest });
