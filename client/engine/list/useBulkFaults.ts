/** What is wrong with the values of a change to many rows, by field: checked before it is sent, and as the server refuses it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { columnNamed } from '../../../common/entity/meta';
import { fieldFaults } from '../../shared/faults';
import { sayIssue } from '../../shared/i18n';
import { rootOf } from '../conflict/outcome';
import { canBeEmpty, missingNames, type FieldChange, type Values } from './BulkFields';

interface Refusal {
  readonly text: string;
  /** The change the refusal is about; another choice removes it. */
  readonly of: FieldChange | undefined;
}
export interface BulkFaults {
  readonly faults: Readonly<Record<string, string>>;
  /** Whether every chosen field has a value or is cleared. */
  readonly check: () => boolean;
  /** Shows the field errors of a refused request. */
  readonly refuse: (error: unknown) => void;
}

export function useBulkFaults(entity: AnyEntity, values: Values): BulkFaults {
  const { i18n } = useTranslation();
  const [refusals, setRefusals] = useState<Readonly<Record<string, Refusal>>>({});
  const told = (texts: readonly (readonly [string, string])[]) =>
    setRefusals(Object.fromEntries(texts.map(([name, text]) => [name, { text, of: values[name] }])));
  const standing = Object.entries(refusals).filter(([name, { of }]) => name in values && values[name] === of);
  return {
    faults: Object.fromEntries(standing.map(([name, { text }]) => [name, text])),
    check: () => {
      const missing = missingNames(values);
      told(
        missing.map((path) => {
          const column = columnNamed(entity, path);
          const code = column && canBeEmpty(column) ? 'value_or_clear' : 'required';
          return [path, sayIssue(i18n, { path, code })];
        }),
      );
      return missing.length === 0;
    },
    refuse: (error) => told(Object.entries(fieldFaults(error)).map(([path, text]) => [rootOf(path), text])),
  };
}
