/** The footer: the Save button and the state of the form as text. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormatters, type Formatters } from '../../shared/i18n/format';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { isShared } from '../formState/draft';
import type { EntityFormState } from '../formState/entityFormState';
import { PreviewButton } from '../preview/PreviewButton';
import type { FormPreview } from '../preview/useFormPreview';
import { isImmutableRecord } from './isImmutableRecord';

interface FormStatusProps {
  readonly form: EntityFormState;
  /** A file upload is in progress. */
  readonly isUploading: boolean;
}
interface FormStatus {
  readonly text: string;
  readonly color: string;
  /** Conflicts or errors, to which the text leads. */
  readonly isProblem?: true;
}
function formStatus({ form, isUploading }: FormStatusProps, t: TFunction, format: Formatters): FormStatus {
  const { draft, dirtyFields, manuallyResolved, readOnly } = form;
  const conflicts = Object.keys(draft.conflicts).length;
  const faults = Object.keys(draft.faults).length;
  if (readOnly === 'locked' && dirtyFields.length > 0)
    return { text: t('conflict.locked_save'), color: 'warning.main' };
  if (readOnly === 'permission' || readOnly === 'locked')
    return { text: t('engine.form.read_only'), color: 'text.secondary' };
  if (isUploading) return { text: t('offline.uploading'), color: 'text.secondary' };
  if (draft.queued && !draft.pendingSave) return { text: t('offline.queued', { count: 1 }), color: 'warning.main' };
  if (draft.pendingSave) return { text: t('engine.form.saving'), color: 'text.secondary' };
  if (manuallyResolved.length > 0) return { text: t('conflict.written_kept'), color: 'warning.main' };
  if (conflicts > 0)
    return { text: t('engine.form.conflicts', { count: conflicts }), color: 'warning.main', isProblem: true };
  if (faults > 0) return { text: t('engine.form.faults', { count: faults }), color: 'error.main', isProblem: true };
  if (dirtyFields.length > 0)
    return { text: t('engine.form.unsaved', { count: dirtyFields.length }), color: 'text.primary' };
  if (draft.savedAt !== null)
    return { text: t('engine.form.saved_at', { at: format.time(draft.savedAt) }), color: 'success.main' };
  return { text: t('engine.form.unchanged'), color: 'text.secondary' };
}

interface FormFooterProps extends FormStatusProps {
  /** Absent when the record has no preview. */
  readonly preview: FormPreview | undefined;
  readonly onSave: () => void;
  /** Moves to the first conflict or error. */
  readonly onShowProblem: () => void;
}
export function FormFooter({ form, isUploading, preview, onSave, onShowProblem }: FormFooterProps) {
  const { t } = useTranslation();
  useLazyTranslations();
  const format = useFormatters();
  const { text, color, isProblem } = formStatus({ form, isUploading }, t, format);
  if (isImmutableRecord(form)) return null;
  const hasUnsaved = form.dirtyFields.length + form.manuallyResolved.length > 0;
  // A shared draft has its own Discard button below the field.
  const hasOwn = form.manuallyResolved.length > 0 || form.dirtyFields.some((field) => !isShared(form.draft, field));
  const isSaveDisabled =
    isUploading || form.draft.pendingSave !== null || form.readOnly !== null || (!hasUnsaved && form.draft.id !== null);
  return (
    <Stack
      data-action-bar
      direction="row"
      sx={{
        alignItems: 'center',
        // Text that does not fit beside the buttons wraps above them.
        flexWrap: 'wrap',
        columnGap: 3,
        rowGap: 2,
        px: 5,
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        flex: 'none',
      }}
    >
      <Box component="output" sx={{ flex: '1 1 auto', minWidth: 0 }}>
        <Typography variant="body2" sx={{ color: color }}>
          {isProblem ? (
            <Link component="button" type="button" color="inherit" variant="inherit" onClick={onShowProblem}>
              {text}
            </Link>
          ) : (
            text
          )}
        </Typography>
      </Box>
      <Stack direction="row" sx={{ gap: 3, ml: 'auto' }}>
        {preview && <PreviewButton mode={preview.mode} onModeChange={preview.onModeChange} />}
        {hasOwn && form.draft.pendingSave === null && form.draft.id !== null && (
          <Button onClick={form.discard} color="inherit" sx={{ color: 'text.secondary' }}>
            {t('engine.form.discard')}
          </Button>
        )}
        {(form.readOnly !== 'permission' || hasUnsaved) && (
          <Button variant="contained" disabled={isSaveDisabled} onClick={onSave} sx={{ minWidth: 96 }}>
            {t('engine.form.save')}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}
