/** The text of a suggestion as the list shows it. */
import { truncateWithEllipsis } from '../../../../common/text/normalize';

const EXCERPT_CHARACTERS = 60;

/** The start of the text without spaces around it; a text of spaces alone keeps them. */
export const getExcerpt = (text: string): string =>
  truncateWithEllipsis(text.trim() === '' ? text : text.trim(), EXCERPT_CHARACTERS);
