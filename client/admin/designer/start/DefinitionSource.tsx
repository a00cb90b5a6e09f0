/** The definition file that the designer exports, such as `complaint.json`: pasted or from a file. */
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { isObject } from '../../../../common/json';
import { FileButton } from './FileButton';
import type { SourceProps } from './startDraft';

/** The definition in a text; undefined for a text that is no JSON object. */
export function parseDefinitionText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function DefinitionSource({ draft, onChange }: SourceProps) {
  const { t } = useTranslation();
  const isWrong = draft.definition.trim() !== '' && parseDefinitionText(draft.definition) === undefined;
  return (
    <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
      <TextField
        fullWidth
        multiline
        minRows={5}
        maxRows={12}
        label={t('designerScreen.start.definition')}
        error={isWrong}
        helperText={t(isWrong ? 'designerScreen.start.definition_wrong' : 'designerScreen.start.definition_help')}
        value={draft.definition}
        onChange={({ target }) => onChange({ definition: target.value })}
        slotProps={{
          htmlInput: { spellCheck: false, style: { fontFamily: 'ui-monospace, Menlo, Consolas, monospace' } },
        }}
      />
      <FileButton
        accept=".json,application/json"
        onFile={async (file) => onChange({ definition: await file.text() })}
      />
    </Stack>
  );
}
