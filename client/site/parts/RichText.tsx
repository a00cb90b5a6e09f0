/** Formatted text that the server sanitized when it was stored. */

interface RichTextProps {
  readonly html: string;
  readonly className?: string;
}

export const RichText = ({ html, className = '' }: RichTextProps) =>
  html === '' ? null : <div className={`rich ${className}`.trim()} dangerouslySetInnerHTML={{ __html: html }} />;
