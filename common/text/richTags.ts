/** Allow-list of the elements of a formatted text, for storing and for showing it (XSS protection). */
const BLOCKS = 'p div h2 h3 h4 blockquote pre figure figcaption table caption colgroup col thead tbody tfoot tr th td';
const INLINE = 'br hr strong em u s sub sup code ul ol li a img';
/** Names of all allowed elements, in lower case. */
export const RICH_TAGS: readonly string[] = `${BLOCKS} ${INLINE}`.split(' ');
/** Names of all allowed attributes. The server decides which element may have which attribute. */
export const RICH_ATTRIBUTES: readonly string[] =
  'class href target rel src alt width height start span colspan rowspan'.split(' ');
