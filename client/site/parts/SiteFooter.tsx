/** The footer: grouped links, links for members and staff, record number and languages. */
import type { SiteLayout } from '../../../common/site/pageData';
import { fill, useSiteTexts } from '../siteTexts';
import { useTextLang } from '../textLang';
import { TextLink } from './TextLink';

interface SiteFooterProps {
  readonly layout: SiteLayout;
  readonly feedHref: string;
}

export function SiteFooter({ layout, feedHref }: SiteFooterProps) {
  const texts = useSiteTexts();
  const textLang = useTextLang();
  const groups = layout.bottomNavigation.filter(({ items }) => items.length > 0);
  const singleLinks = layout.bottomNavigation.filter(({ items }) => items.length === 0);
  return (
    <footer className="site-footer">
      <div className="columns">
        <nav aria-label={texts.frame.footer} className="footer-groups">
          {singleLinks.length > 0 && (
            <ul>
              {singleLinks.map((link) => (
                <li key={link.title + link.href}>
                  <TextLink link={link} />
                </li>
              ))}
            </ul>
          )}
          {groups.map((item) => (
            <section key={item.title + item.href}>
              <h2 {...textLang(item.title)}>{item.href === '' ? item.title : <a href={item.href}>{item.title}</a>}</h2>
              <ul>
                {item.items.map((link) => (
                  <li key={link.title + link.href}>
                    <TextLink link={link} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <OtherPages links={layout.otherPages} />
          <MemberLinks layout={layout} />
        </nav>
      </div>
      {layout.footerText !== '' && (
        <p className="footer-text" {...textLang(layout.footerText)}>
          {layout.footerText}
        </p>
      )}
      <div className="fine-print">
        <span>{fill(texts.frame.rights, { year: layout.year, name: layout.siteName })}</span>
        {layout.recordNumber !== '' && <span>{layout.recordNumber}</span>}
        <a href={feedHref}>{texts.frame.feed}</a>
        {layout.languages.map(({ lang, href }) => (
          <a key={lang} href={href} hrefLang={lang} lang={lang === 'en' ? 'en' : 'zh-CN'}>
            {texts.language_names[lang]}
          </a>
        ))}
      </div>
    </footer>
  );
}

function OtherPages({ links }: { readonly links: SiteLayout['otherPages'] }) {
  const texts = useSiteTexts();
  if (links.length === 0) return null;
  return (
    <section>
      <h2>{texts.frame.more_pages}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            <TextLink link={link} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Links for members, or why there are none, and the way to the console for staff. */
function MemberLinks({ layout }: Pick<SiteFooterProps, 'layout'>) {
  const texts = useSiteTexts();
  return (
    <section>
      <h2>{texts.frame.member}</h2>
      {layout.memberCenter === 'closed' && <p>{texts.frame.member_closed}</p>}
      <ul>
        {layout.memberCenter === 'open' && (
          <li>
            <a href="/user/login">{texts.frame.sign_in}</a>
          </li>
        )}
        {layout.canRegister && (
          <li>
            <a href="/user/login#register">{texts.frame.register}</a>
          </li>
        )}
        <li>
          <a href="/admin">{texts.frame.staff}</a>
        </li>
      </ul>
    </section>
  );
}
