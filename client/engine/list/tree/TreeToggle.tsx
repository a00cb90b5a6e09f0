/** Folds and unfolds a branch of a tree. */
import ChevronIcon from '@mui/icons-material/ChevronRight';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';

interface TreeToggleProps {
  readonly title: string;
  readonly isFolded: boolean;
  readonly onFold: () => void;
}
export function TreeToggle({ title, isFolded, onFold }: TreeToggleProps) {
  const { t } = useTranslation();
  return (
    <IconButton
      size="small"
      aria-expanded={!isFolded}
      aria-label={t(isFolded ? 'engine.list.expand' : 'engine.list.collapse', { title })}
      onClick={(event) => {
        event.stopPropagation();
        onFold();
      }}
    >
      <ChevronIcon
        fontSize="small"
        sx={{ transform: isFolded ? 'none' : 'rotate(90deg)', transition: 'transform 120ms' }}
      />
    </IconButton>
  );
}
