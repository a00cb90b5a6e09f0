/** Inputs of the designer's forms. They need the open design, so they are registered only inside the designer screen. */
import { crudDesign } from '../../../common/entities/crudDesign';
import { crudDesignField } from '../../../common/entities/crudDesignField';
import type { EngineConfig } from '../../engine/engineContext';
import { defineOverride } from '../../engine/override';
import { ChoicesInput } from './properties/ChoicesInput';
import { DefaultInput, LockedWhenInput, PatternInput, RenderingInput, TargetInput } from './properties/fieldInputs';
import { ListRenderingInput, OperatorsInput, TargetFieldsInput } from './properties/listInputs';
import { ReadPermissionInput, SensitivityInput, WritePermissionInput } from './properties/permissionInputs';
import { TransitionsInput } from './properties/TransitionsInput';
import {
  MenuGroupInput,
  MergeGroupsInput,
  OwnerFieldInput,
  SortFieldInput,
  TitleFieldInput,
  TreeFieldInput,
} from './settings/settingsInputs';

const OVERRIDES = [
  defineOverride(crudDesignField, {
    inputs: {
      choices: ChoicesInput,
      default_value: DefaultInput,
      list_rendering: ListRenderingInput,
      locked_when: LockedWhenInput,
      operators: OperatorsInput,
      pattern: PatternInput,
      read_permission: ReadPermissionInput,
      rendering: RenderingInput,
      sensitivity: SensitivityInput,
      target: TargetInput,
      target_fields: TargetFieldsInput,
      transitions: TransitionsInput,
      write_permission: WritePermissionInput,
    },
  }),
  defineOverride(crudDesign, {
    inputs: {
      menu: MenuGroupInput,
      merge_groups: MergeGroupsInput,
      owner_field: OwnerFieldInput,
      sort_field: SortFieldInput,
      title_field: TitleFieldInput,
      tree_field: TreeFieldInput,
    },
  }),
];

export const withDesignerInputs = (engine: EngineConfig): EngineConfig => ({
  ...engine,
  overrides: new Map([...engine.overrides, ...OVERRIDES.map((override) => [override.entity, override] as const)]),
});
