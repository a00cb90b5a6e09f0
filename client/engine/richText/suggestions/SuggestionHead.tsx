/** Line above the text of a shared draft: tells readers that they are suggesting, and the number of open suggestions. */
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { Editor } from '@tiptap/react';
import { useTranslation } from 'react-i18next';
import { useOpenSuggestions } from './useOpenSuggestions';

const HEAD_STYLE = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 2,
  px: 3,
  py: 1.5,
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: 'background.sunken',
  borderRadius: '6px 6px 0 0',
} as const;

interface SuggestionHeadProps {
  readonly editor: Editor;
  readonly isSuggesting: boolean;
}
export function SuggestionHead({ editor, isSuggesting }: SuggestionHeadProps) {
  const { t } = useTranslation();
  const { length: count } = useOpenSuggestions(editor);
  if (!isSuggesting && count === 0) return null;
  return (
    <Box sx={HEAD_STYLE}>
      {isSuggesting && <Chip size="small" color="primary" label={t('richText.suggesting')} />}
      {count > 0 && <Chip size="small" variant="outlined" label={t('richText.suggestions_count', { count })} />}
      {isSuggesting && (
        <Typography variant="body2" color="text.secondary" sx={{ flex: 1, minWidth: 200 }}>
          {t('richText.suggesting_help')}
        </Typography>
      )}
    </Box>
  );
}
