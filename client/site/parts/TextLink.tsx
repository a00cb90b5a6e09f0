/** A link with a title that staff entered. */
import type { SiteLink } from '../../../common/site/pageData';
import { useTextLang } from '../textLang';

interface TextLinkProps {
  readonly link: SiteLink;
  readonly isCurrent?: boolean;
}

export function TextLink({ link: { title, href }, isCurrent = false }: TextLinkProps) {
  const textLang = useTextLang();
  return (
    <a href={href} {...textLang(title)} {...(isCurrent ? { 'aria-current': 'page' as const } : {})}>
      {title}
    </a>
  );
}
