/** Formatted text that the server sanitized when it was stored. */
import { useHtmlLang } from '../textLang';

interface RichTextProps {
  readonly html: string;
  readonly className?: string;
}

export function RichText({ html, className = '' }: RichTextProps) {
  const htmlLang = useHtmlLang();
  if (html === '') return null;
  return <div className={`rich ${className}`.trim()} {...htmlLang(html)} dangerouslySetInnerHTML={{ __html: html }} />;
}
