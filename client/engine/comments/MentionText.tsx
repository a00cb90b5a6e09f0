/** The text of a comment. The names of mentioned people are highlighted. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { CommentMention } from '../../../common/protocol/comments';

/** Splits a text at the first mention in it; the longest name wins where one begins with another. */
function splitAtMention(text: string, names: readonly string[]): readonly [string, string, string] | undefined {
  const found = names
    .map((name) => ({ mention: `@${name}`, at: text.indexOf(`@${name}`) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.mention.length - a.mention.length)[0];
  if (found === undefined) return undefined;
  const end = found.at + found.mention.length;
  return [text.slice(0, found.at), found.mention, text.slice(end)];
}

interface MentionTextProps {
  readonly text: string;
  readonly mentions: readonly CommentMention[];
}
export function MentionText({ text, mentions }: MentionTextProps) {
  const names = mentions.map(({ name }) => name).filter((name) => name !== '');
  const parts: ReactNode[] = [];
  let remainingText = text;
  for (let split = splitAtMention(remainingText, names); split; split = splitAtMention(remainingText, names)) {
    const [before, mention, after] = split;
    parts.push(
      before,
      <Box key={parts.length} component="mark" sx={{ bgcolor: 'transparent', color: 'primary.main', fontWeight: 500 }}>
        {mention}
      </Box>,
    );
    remainingText = after;
  }
  return [...parts, remainingText];
}
