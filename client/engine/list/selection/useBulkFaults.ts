/** Errors of bulk values by field, from validation and from the server. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../../common/entity/entity';
import { findColumn } from '../../../../common/entity/columns';
import { fieldErrors } from '../../../shared/api/faults';
import { translateIssue } from '../../../shared/i18n/i18n';
import { rootField } from '../../conflict/rejectionToDraftEvent';
import { canBeEmpty, missingFields, type BulkFieldChange, type BulkValues } from './BulkFields';

interface BulkRejection {
  readonly text: string;
  /** The value the error refers to; another value removes the error. */
  readonly of: BulkFieldChange | undefined;
}
export interface BulkFaults {
  readonly faults: Readonly<Record<string, string>>;
  /** Whether every chosen field has a value or is cleared. */
  readonly validate: () => boolean;
  /** Shows the field errors of a rejected request. */
  readonly showRejection: (error: unknown) => void;
}

export function useBulkFaults(entity: AnyEntity, values: BulkValues): BulkFaults {
  const { i18n } = useTranslation();
  const [rejections, setRejections] = useState<Readonly<Record<string, BulkRejection>>>({});
  const setTexts = (texts: readonly (readonly [string, string])[]) =>
    setRejections(Object.fromEntries(texts.map(([name, text]) => [name, { text, of: values[name] }])));
  const activeRejections = Object.entries(rejections).filter(([name, { of }]) => name in values && values[name] === of);
  return {
    faults: Object.fromEntries(activeRejections.map(([name, { text }]) => [name, text])),
    validate: () => {
      const missingNames = missingFields(values);
      setTexts(
        missingNames.map((path) => {
          const column = findColumn(entity, path);
          const code = column && canBeEmpty(column) ? 'value_or_clear' : 'required';
          return [path, translateIssue(i18n, { path, code })];
        }),
      );
      return missingNames.length === 0;
    },
    showRejection: (error) =>
      setTexts(Object.entries(fieldErrors(error)).map(([path, text]) => [rootField(path), text])),
  };
}
