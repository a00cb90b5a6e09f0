/** The design with its problems, computed again whenever one of its rows changes. */
import { useMemo } from 'react';
import { readDesign } from '../../../../common/designer/check/readDesign';
import { checkDesign } from '../../../../common/designer/checkDesign';
import type { Design, DesignProblem } from '../../../../common/designer/design';
import { designToEntity } from '../../../../common/designer/designToEntity';
import { entities } from '../../../../common/entities/index';
import { asInteger } from '../../../../common/json';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { Registry } from '../../../../common/entity/registry';
import { useEngine } from '../../../engine/engineContext';
import type { OpenDesign } from './designContext';
import type { StoredField } from './useDesignFields';

const BUILT_IN_NAMES: ReadonlySet<string> = new Set(Object.values(entities).map(({ name }) => name));
const getMenuGroups = ({ all }: Registry): readonly string[] => [...new Set(all.map(({ spec }) => spec.menu))];

export type DesignState = Pick<OpenDesign, 'settings' | 'design' | 'problems' | 'entity' | 'version'>;

const getRevision = (row: WireRow) => asInteger(row['revision']);

function computeDesign(row: WireRow, fields: readonly StoredField[], registry: Registry): DesignState {
  const raw = { settings: row, fields: fields.map((field) => field.row) } as unknown as Design; // every column is checked
  const problems: readonly DesignProblem[] = checkDesign(raw, {
    registry,
    takenNames: BUILT_IN_NAMES,
    menuGroups: getMenuGroups(registry),
  });
  const { settings, fields: readFields } = readDesign(raw);
  const design = { settings, fields: readFields };
  return {
    settings,
    design,
    problems,
    entity: problems.length === 0 ? designToEntity(design) : undefined,
    version: [String(getRevision(row)), ...fields.map((field) => `${field.id}.${getRevision(field.row)}`)].join(),
  };
}

export function useDesign(row: WireRow, fields: readonly StoredField[]): DesignState {
  const { registry } = useEngine();
  return useMemo(() => computeDesign(row, fields, registry), [row, fields, registry]);
}
