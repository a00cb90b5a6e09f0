/** What somebody typed in a form that may not be shown any more, to be read and taken along. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { columnNamed } from '../../../common/entity/meta';
import { selectConnection } from '../../shared/connection';
import { useAppSelector } from '../../shared/createStore';
import { useWords } from '../../shared/i18n';
import { useLaterWords } from '../../shared/useLaterWords';
import { useCopy, useTypedText } from '../conflict/useCopy';
import { useNameOf } from '../conflict/useNameOf';
import { isDirty, type Draft } from '../draft';
import { entityOf } from '../draftShelf';
import { useEntityNamed } from '../engineContext';
import { fieldsOfForm } from '../formLayout';
import { plainOf } from '../history/plainText';
import { inSentence } from '../inSentence';
import { writtenFields } from '../picks';

/** Never a secret: it was not shown while it was typed either. */
function ownFields(entity: AnyEntity, draft: Draft, written: readonly string[]): readonly string[] {
  const fields = fieldsOfForm(entity);
  const shape = { entity, fields };
  return fields.filter((field) => {
    const said = isDirty(shape, draft, field) || written.includes(field);
    return said && columnNamed(entity, field)?.sensitivity !== 'secret';
  });
}

function Texts({ entity, draft }: { readonly entity: AnyEntity; readonly draft: Draft }) {
  useLaterWords();
  const { t } = useTranslation();
  const words = useWords(entity);
  const written = writtenFields(draft.picks);
  const typed = { entity, draft, written };
  const copy = useCopy(typed);
  const textOf = useTypedText(typed);
  const by = useAppSelector(selectConnection).rightsBy;
  const nameOf = useNameOf();
  const fields = ownFields(entity, draft, written);
  if (fields.length === 0) return null;
  const named = draft.id === null ? t('engine.form.add', { one: inSentence(words.one) }) : `${words.one} #${draft.id}`;
  return (
    <Box component="section" aria-label={named}>
      <Alert
        severity="warning"
        action={
          <Button size="small" variant="outlined" onClick={() => void copy(fields)}>
            {t('conflict.copy_text')}
          </Button>
        }
      >
        {by ? t('conflict.permission_by', { name: nameOf(by) }) : t('conflict.permission')}
      </Alert>
      <Typography variant="caption" component="h2" sx={{ mt: 3, color: 'text.secondary' }}>
        {named}
      </Typography>
      <Stack component="dl" sx={{ gap: 3, m: 0, mt: 2 }}>
        {fields.map((field) => (
          <Box key={field}>
            <Typography component="dt" variant="body2" sx={{ fontWeight: 500 }}>
              {words.fields[field] ?? field}
            </Typography>
            <Typography component="dd" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {columnNamed(entity, field)?.kind === 'rich_text' ? plainOf(textOf(field)) : textOf(field)}
            </Typography>
          </Box>
        ))}
      </Stack>
    </Box>
  );
}

export function WithheldText({ at, draft }: { readonly at: string; readonly draft: Draft }) {
  const entity = useEntityNamed(entityOf(at));
  return entity === undefined ? null : <Texts entity={entity} draft={draft} />;
}
