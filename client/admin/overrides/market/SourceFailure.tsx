/** Why a source could not be read, in the reader's language. */
import { asString } from '../../../../common/json';
import { sourceFailureText } from '../../../../common/locales/storedFaults/sourceFaults';
import type { CellProps, InputProps } from '../../../engine/fieldTypes/fieldType';
import { textFieldType } from '../../../engine/fieldTypes/Text';
import { useLanguage } from '../../../shared/i18n/i18n';

export const SourceFailureCell = ({ value, ...rest }: CellProps) => (
  <textFieldType.Cell {...rest} value={sourceFailureText(useLanguage(), asString(value))} />
);

/** The column is read-only, so the input shows the translation. */
export const SourceFailureInput = ({ value, ...rest }: InputProps) => (
  <textFieldType.Input {...rest} value={sourceFailureText(useLanguage(), asString(value))} />
);
