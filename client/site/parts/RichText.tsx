/** Formatted text that the server sanitized when it was stored. */
import { useHtmlLang } from '../textLang';
import { useSiteTexts } from '../siteTexts';
import { makeScrollable } from './makeScrollable';

interface RichTextProps {
  readonly html: string;
  readonly className?: string;
}

export function RichText({ html, className = '' }: RichTextProps) {
  const htmlLang = useHtmlLang();
  const { frame } = useSiteTexts();
  if (html === '') return null;
  const names = { table: frame.table, code: frame.code };
  return (
    <div
      className={`rich ${className}`.trim()}
      {...htmlLang(html)}
      dangerouslySetInnerHTML={{ __html: makeScrollable(html, names) }}
    />
  );
}
