/** Hand-made exceptions to derived screens: single cells and inputs, or a whole form or list, for one entity. */
import type { ComponentType } from 'react';
import type { Entity, Fields, Base } from '../../common/entity/entity';
import type { CellProps, InputProps } from './kinds/kindView';

export interface ScreenProps {
  /** The record that is open: an id, `new`, or none. */
  readonly record: string | null;
}
export interface Override {
  /** Name of the entity. */
  readonly entity: string;
  readonly cells: Readonly<Record<string, ComponentType<CellProps> | undefined>>;
  readonly inputs: Readonly<Record<string, ComponentType<InputProps> | undefined>>;
  readonly form?: ComponentType<ScreenProps> | undefined;
  readonly list?: ComponentType<ScreenProps> | undefined;
}
/** Only fields the entity has can be overridden. */
interface Parts<F> {
  readonly cells?: { readonly [K in keyof F]?: ComponentType<CellProps> };
  readonly inputs?: { readonly [K in keyof F]?: ComponentType<InputProps> };
  readonly form?: ComponentType<ScreenProps>;
  readonly list?: ComponentType<ScreenProps>;
}

/** Declares the exceptions of one entity; the app hands them to the engine. */
export const override = <N extends string, F extends Fields, B extends Base, A extends string>(
  entity: Entity<N, F, B, A>,
  { cells = {}, inputs = {}, form, list }: Parts<F>,
): Override => ({ entity: entity.name, cells, inputs, form, list });
