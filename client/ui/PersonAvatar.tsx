/** A person as a round picture or initials; the colour of the ring is fixed per person. */
import Avatar from '@mui/material/Avatar';
import { thumbnailUrl } from '../../common/text/fileTypes';

interface PersonAvatarProps {
  readonly id: number | string;
  readonly name: string;
  readonly src?: string;
  readonly size?: number;
  /** Ring colours, distinguishable for colour-blind people. */
  readonly colours: readonly string[];
}

/** The colour of a person, the same on every screen. */
export function personColour(id: number | string, colours: readonly string[]): string {
  const text = String(id);
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (hash * 31 + text.charCodeAt(index)) % 9973;
  return colours[hash % colours.length] ?? 'grey';
}

const CHINESE = /\p{Script=Han}/u;
/** The last two characters of a Chinese name, otherwise the initials of two words. */
export function initials(name: string): string {
  const trimmed = name.trim();
  if (CHINESE.test(trimmed)) return Array.from(trimmed).slice(-2).join('');
  const words = trimmed.split(/[\s._-]+/).filter((word) => word !== '');
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '');
  return letters.join('').toUpperCase();
}

export function PersonAvatar({ id, name, src, size = 28, colours }: PersonAvatarProps) {
  const colour = personColour(id, colours);
  return (
    <Avatar
      alt={name}
      {...(src ? { src: thumbnailUrl(src) } : {})}
      sx={{ width: size, height: size, fontSize: size * 0.38, fontWeight: 600, bgcolor: colour, color: '#fff' }}
    >
      {initials(name)}
    </Avatar>
  );
}
