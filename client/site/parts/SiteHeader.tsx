/** The header: name, main navigation, search, language and member links. On narrow screens a button opens them; without a script they are always open. */
import type { NavigationItem, SiteLayout } from '../../../common/site/pageData';
import type { SiteLang } from '../../../common/site/sitePaths';
import { useSiteTexts } from '../siteTexts';
import { useTextLang } from '../textLang';
import { SiteIcon } from './SiteIcon';
import { TextLink } from './TextLink';

interface SiteHeaderProps {
  readonly layout: SiteLayout;
  readonly lang: SiteLang;
}

/** The logo of the settings, or the product's own. */
const BrandImage = ({ src }: { readonly src: string }) =>
  src === '' ? (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3 22V11a9 9 0 0 1 18 0v11h-5V11a4 4 0 0 0-8 0v11z" />
      <rect x="10.5" y="14" width="3" height="8" rx="1.5" />
    </svg>
  ) : (
    <img src={src} alt="" width={26} height={26} />
  );

export function SiteHeader({ layout, lang }: SiteHeaderProps) {
  const texts = useSiteTexts();
  return (
    <header className="site-header">
      <div className="bar">
        <a className="brand" href={layout.homeHref}>
          <BrandImage src={layout.siteLogo} />
          {layout.siteName}
        </a>
        <button
          type="button"
          className="menu-button"
          aria-label={texts.frame.menu}
          aria-expanded="false"
          aria-controls="menu"
        >
          <SiteIcon name="menu" />
        </button>
        <div className="menu" id="menu">
          <HeaderLinks layout={layout} lang={lang} />
        </div>
      </div>
    </header>
  );
}

function HeaderLinks({ layout, lang }: SiteHeaderProps) {
  const texts = useSiteTexts();
  return (
    <>
      <nav aria-label={texts.frame.navigation}>
        <ul>
          {layout.topNavigation.map((item) => (
            <NavigationEntry key={item.title + item.href} item={item} />
          ))}
        </ul>
      </nav>
      <ul className="tools">
        <li>
          <a href={layout.searchHref} aria-label={texts.search.title}>
            <SiteIcon name="search" />
          </a>
        </li>
        {layout.languages
          .filter((other) => other.lang !== lang)
          .map((other) => (
            <li key={other.lang}>
              <a href={other.href} hrefLang={other.lang} lang={other.lang === 'en' ? 'en' : 'zh-CN'}>
                {texts.language_names[other.lang]}
              </a>
            </li>
          ))}
        {layout.memberCenter === 'open' && (
          <li>
            <a className="button" href="/user">
              {texts.frame.member}
            </a>
          </li>
        )}
      </ul>
    </>
  );
}

function NavigationEntry({ item }: { readonly item: NavigationItem }) {
  const textLang = useTextLang();
  const current = item.isCurrent ? ({ 'aria-current': 'page' } as const) : {};
  if (item.items.length === 0)
    return (
      <li>
        <TextLink link={item} isCurrent={item.isCurrent} />
      </li>
    );
  return (
    <li>
      <details className="submenu" name="site-menu">
        <summary {...textLang(item.title)} {...current}>
          {item.title}
        </summary>
        <ul>
          {item.href !== '' && !item.items.some(({ href }) => href === item.href) && (
            <li>
              <TextLink link={item} />
            </li>
          )}
          {item.items.map((link) => (
            <li key={link.title + link.href}>
              <TextLink link={link} />
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}
