/** The page of one row: head, image or video, text, facts and related rows. */
import type { PageContent, PluginFacts, Testimonial } from '../../../common/site/pageData';
import type { SiteLang } from '../../../common/site/sitePaths';
import { CardGroups, SiteCardList, Labels } from '../parts/Cards';
import { Picture } from '../parts/Picture';
import { RichText } from '../parts/RichText';
import { SiteIcon } from '../parts/SiteIcon';
import { fill, useSiteTexts } from '../siteTexts';
import { useTextLang } from '../textLang';

type DetailContent = PageContent & { readonly kind: 'detail' };

interface DetailPageProps {
  readonly content: DetailContent;
  readonly lang: SiteLang;
  /** Address of the form that asks for a trial. */
  readonly trialHref: string;
}

export function DetailPage({ content, lang, trialHref }: DetailPageProps) {
  const texts = useSiteTexts();
  const { back, html, mobileHtml, testimonial, plugin, counters, related } = content;
  return (
    <>
      <article className={`detail detail-${content.section}`}>
        <a className="back" href={back.href}>
          {fill(texts.back, { title: back.title })}
        </a>
        <DetailHead content={content} />
        <DetailMedia content={content} />
        {plugin && <PluginBox plugin={plugin} trialHref={trialHref} />}
        <RichText html={html} {...(mobileHtml === '' ? {} : { className: 'only-wide' })} />
        <RichText html={mobileHtml} className="only-narrow" />
        {testimonial && <TestimonialBox testimonial={testimonial} />}
        {plugin && <PluginDetails plugin={plugin} />}
        {counters && (
          <p className="counters" data-article={counters.id}>
            <span>{fill(texts.article.views, { count: counters.views })}</span>
            <button type="button" data-like={counters.id} data-liked={texts.article.liked} lang={lang}>
              {texts.article.like}
            </button>
            <output data-likes>{fill(texts.article.likes, { count: counters.likes })}</output>
          </p>
        )}
      </article>
      <CardGroups groups={related} />
    </>
  );
}

function DetailHead({ content }: { readonly content: DetailContent }) {
  const { title, subTitle, text, meta, labels, icon, html } = content;
  const textLang = useTextLang();
  return (
    <header className="page-head">
      {icon !== '' && (
        <div className="card-mark">
          <SiteIcon name={icon} />
        </div>
      )}
      {meta !== '' && <p className="meta">{meta}</p>}
      <h1 {...textLang(title)}>{title}</h1>
      {subTitle !== '' && (
        <p className="lead" {...textLang(subTitle)}>
          {subTitle}
        </p>
      )}
      {text !== '' && text !== subTitle && (
        <p className={html === '' ? 'lead' : 'summary'} {...textLang(text)}>
          {text}
        </p>
      )}
      {labels.length > 0 && <Labels labels={labels} />}
    </header>
  );
}

function DetailMedia({ content }: { readonly content: DetailContent }) {
  const { video, picture, title } = content;
  if (video !== '')
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- a product has one video file and no captions
      <video className="detail-media" controls preload="none" {...(picture === '' ? {} : { poster: picture })}>
        <source src={video} />
        <a href={video}>{title}</a>
      </video>
    );
  if (picture === '') return null;
  return (
    <div className="detail-media">
      <Picture src={picture} alt="" sizes="(max-width: 1240px) 100vw, 1200px" isFirst />
    </div>
  );
}

function PluginBox({ plugin, trialHref }: { readonly plugin: PluginFacts; readonly trialHref: string }) {
  const texts = useSiteTexts().plugin;
  const facts = [
    [texts.price, plugin.price],
    [texts.author, plugin.author],
    [texts.score, plugin.score > 0 ? `${plugin.score.toFixed(1)} / 5` : texts.noRatings],
  ] as const;
  return (
    <div className="fact-box">
      <dl>
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <p className="actions">
        <a className="button" href={trialHref}>
          {texts.trial}
        </a>
        {plugin.demoHref !== '' && (
          <a href={plugin.demoHref} rel="noopener noreferrer nofollow">
            {texts.demo}
          </a>
        )}
      </p>
    </div>
  );
}

function PluginDetails({ plugin }: { readonly plugin: PluginFacts }) {
  const texts = useSiteTexts().plugin;
  const textLang = useTextLang();
  return (
    <>
      {plugin.featureImage !== '' && (
        <div className="detail-media">
          <Picture src={plugin.featureImage} alt="" sizes="(max-width: 1240px) 100vw, 1200px" />
        </div>
      )}
      {plugin.functions.length > 0 && (
        <section>
          <h2>{texts.functions}</h2>
          <SiteCardList cards={plugin.functions} variant="mark" />
        </section>
      )}
      {plugin.versions.length > 0 && (
        <section>
          <h2>{texts.versions}</h2>
          <dl className="versions">
            {plugin.versions.map(({ version, date, text }) => (
              <div key={version}>
                <dt>
                  {version} {date !== '' && <time dateTime={date}>{date}</time>}
                </dt>
                <dd {...textLang(text)}>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

function TestimonialBox({ testimonial }: { readonly testimonial: Testimonial }) {
  const { quotation, person, position, portrait, logo, facts } = testimonial;
  const textLang = useTextLang();
  return (
    <section className="testimonial">
      {logo !== '' && (
        <div className="card-mark">
          <Picture src={logo} alt="" sizes="64px" />
        </div>
      )}
      {quotation !== '' && <blockquote {...textLang(quotation)}>{quotation}</blockquote>}
      <p className="speaker">
        {portrait !== '' && (
          <span className="portrait">
            <Picture src={portrait} alt="" sizes="56px" />
          </span>
        )}
        <span>
          <strong {...textLang(person)}>{person}</strong>
          {position !== '' && <span {...textLang(position)}>{position}</span>}
        </span>
      </p>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd {...textLang(value)}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
