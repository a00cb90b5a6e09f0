/** Word diff of two texts, also for Chinese: removed words struck out, new ones underlined. */
import Box from '@mui/material/Box';
import { diffArrays, diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import { useLanguage } from '../../shared/i18n/i18n';

/** Longer texts are shown whole, because a word diff takes too long. */
const MAX_LENGTH = 40_000;

const DIFF_STYLES = {
  same: {},
  removed: { color: 'error.main', textDecoration: 'line-through', bgcolor: 'transparent' },
  added: { color: 'success.main', textDecoration: 'underline', textUnderlineOffset: '2px', bgcolor: 'transparent' },
} as const;

interface DiffPart {
  readonly value: string;
  readonly added: boolean;
  readonly removed: boolean;
}
const DiffParts = ({ parts }: { readonly parts: readonly DiffPart[] }) => (
  <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: 280, overflow: 'auto' }}>
    {parts.map(({ value, added, removed }, index) => {
      const diffStyle = added ? 'added' : removed ? 'removed' : 'same';
      return (
        <Box key={index} component={added ? 'ins' : removed ? 'del' : 'span'} sx={DIFF_STYLES[diffStyle]}>
          {value}
        </Box>
      );
    })}
  </Box>
);

interface ItemDiffProps {
  readonly before: readonly string[];
  readonly after: readonly string[];
}
/** Diff of two lists by item; an item of several words is one unit. */
export function ItemDiff({ before, after }: ItemDiffProps) {
  const parts = diffArrays([...before], [...after]).flatMap(({ value, added, removed }) =>
    value.map((item) => ({ value: item, added, removed })),
  );
  const separator = { value: ', ', added: false, removed: false };
  return <DiffParts parts={parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]))} />;
}

interface WordDiffProps {
  readonly before: string;
  readonly after: string;
}
export function WordDiff({ before, after }: WordDiffProps) {
  const lang = useLanguage();
  const parts = useMemo(() => {
    if (before.length + after.length > MAX_LENGTH)
      return [
        { value: before, removed: true, added: false },
        { value: after, removed: false, added: true },
      ];
    const intlSegmenter = new Intl.Segmenter(lang === 'en' ? 'en' : 'zh', { granularity: 'word' });
    return diffWordsWithSpace(before, after, { intlSegmenter });
  }, [before, after, lang]);
  return <DiffParts parts={parts} />;
}
