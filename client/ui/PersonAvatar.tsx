/** A person as a round image or initials; the color of the ring is fixed per person. */
import Avatar from '@mui/material/Avatar';
import { thumbnailUrl } from '../../common/text/fileTypes';

interface PersonAvatarProps {
  readonly id: number | string;
  readonly name: string;
  readonly src?: string;
  readonly size?: number;
  /** Ring colors, distinguishable for color-blind people. */
  readonly colors: readonly string[];
}

/** The color of a person, the same on every screen. */
export function personColor(id: number | string, colors: readonly string[]): string {
  const text = String(id);
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (hash * 31 + text.charCodeAt(index)) % 9973;
  return colors[hash % colors.length] ?? 'grey';
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

export function PersonAvatar({ id, name, src, size = 28, colors }: PersonAvatarProps) {
  const color = personColor(id, colors);
  return (
    <Avatar
      alt={name}
      {...(src ? { src: thumbnailUrl(src) } : {})}
      sx={{ width: size, height: size, fontSize: size * 0.38, fontWeight: 600, bgcolor: color, color: '#fff' }}
    >
      {initials(name)}
    </Avatar>
  );
}
