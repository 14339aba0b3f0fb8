import { useContext, useEffect, useState } from 'preact/hooks';
import type { CampaignImage } from '../../../demand/campaigns/campaign-schema.ts';
import { pathOf, valueAt, withValueAt } from '../../../lib/json-path.ts';
import { isObject } from '../../../lib/schema-fault.ts';
import { type Draft, Field, type FieldContext } from '../../../ui/form-field.tsx';
import { send } from '../../../ui/shell/client.ts';
import { useChecked } from '../../../ui/use-checked.ts';
import { ImageBase, pictureUrl } from './creative-ad.ts';

/** The form, and a way to change the draft as it is then, when an answer has come. */
export type AdContext = FieldContext & {
  readonly later: (work: (draft: Draft) => Draft) => void;
};

type PicturesProps = {
  readonly context: AdContext;
  /** Of the ad: `creatives[1]`. */
  readonly base: string;
  readonly name: 'images' | 'icons';
};

const WORDS = {
  images: {
    title: 'Pictures',
    one: 'picture',
    hint: 'Usual sizes are 1200 × 627 and 1200 × 1200.',
  },
  icons: { title: 'Icons', one: 'icon', hint: 'Small and square: a logo.' },
} as const;

const TYPES = 'image/jpeg,image/png,image/webp,image/avif';
const FILE_BYTES_MAX = 2 * 1024 ** 2;

/** As the server names it in faults and the form in paths. */
type DraftImage = Partial<Record<keyof CampaignImage, unknown>>;

function imagesAt(draft: Draft, path: string): readonly DraftImage[] {
  const value = valueAt(draft, pathOf(path));
  return Array.isArray(value) ? (value as readonly DraftImage[]) : [];
}

function withImages(draft: Draft, path: string, images: readonly DraftImage[]): Draft {
  const next = images.length === 0 ? undefined : images;
  return (withValueAt(draft, pathOf(path), next) ?? {}) as Draft;
}

/** The pictures of an ad: from a disk, or from anywhere by their URLs. */
export function Pictures({ context, base, name }: PicturesProps) {
  const { draft, change } = context;
  const path = `${base}.${name}`;
  const images = imagesAt(draft, path);
  const { title, one, hint } = WORDS[name];
  return (
    <fieldset class="wide pictures">
      <legend>{title}</legend>
      {images.map((image, index) => (
        <Picture
          context={context}
          path={path}
          index={index}
          image={image}
          remove={() =>
            change(
              withImages(
                draft,
                path,
                images.filter((_, at) => at !== index),
              ),
            )
          }
          // Their order does not change, and a URL changes while it is typed.
          key={index}
        />
      ))}
      <p class="actions">
        <Upload context={context} base={base} name={name} />
        <button type="button" onClick={() => change(withImages(draft, path, [...images, {}]))}>
          {capital(one)} by URL
        </button>
        <span class="muted">{hint}</span>
      </p>
    </fieldset>
  );
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

type PictureAnswer = Required<CampaignImage> & { readonly bytes: number };

/** What is going on, or went wrong. */
type UploadProgress = { readonly kind: 'muted' | 'bad'; readonly words: string };

function Upload({ context, base, name }: PicturesProps) {
  const [progress, setProgress] = useState<UploadProgress>();
  const { domain } = context.draft;
  const creative = valueAt(context.draft, pathOf(`${base}.id`));
  const upload = async (file: File) => {
    const reason = refusalOf(file, domain);
    if (reason !== undefined) return setProgress({ kind: 'bad', words: reason });
    setProgress({ kind: 'muted', words: `${file.name} is on its way, ${sizeWords(file.size)} …` });
    const path = `/api/images?advertiser=${encodeURIComponent(String(domain))}`;
    const outcome = await send<PictureAnswer>(path, file);
    if (outcome.kind === 'failed') {
      return setProgress({ kind: 'bad', words: `${file.name}: ${outcome.reason}` });
    }
    const { url, w, h, mime } = outcome.value;
    context.later((draft) => withPicture(draft, { creative, name }, { url, w, h, mime }));
    setProgress({ kind: 'muted', words: `${file.name} is here, ${w} × ${h}.` });
  };
  return (
    <>
      <label class="button">
        Upload {WORDS[name].one === 'icon' ? 'an icon' : 'a picture'}
        <input
          type="file"
          class="hidden"
          accept={TYPES}
          onChange={({ currentTarget: input }) => {
            const [file] = input.files ?? [];
            if (file !== undefined) void upload(file);
            // The same file can be chosen again.
            input.value = '';
          }}
        />
      </label>
      <span class={progress?.kind} role="status">
        {progress?.words}
      </span>
    </>
  );
}

/** What the server would refuse, before the bytes are sent. */
function refusalOf({ name, size }: File, domain: unknown): string | undefined {
  if (typeof domain !== 'string' || domain === '') {
    return 'Fill in the advertiser’s domain first: pictures are kept for an advertiser.';
  }
  if (size <= FILE_BYTES_MAX) return undefined;
  return `${name} has ${sizeWords(size)}. A picture has at most ${sizeWords(FILE_BYTES_MAX)}.`;
}

function sizeWords(bytes: number): string {
  return bytes < 1024 ** 2
    ? `${Math.ceil(bytes / 1024)} kB`
    : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

type PictureOf = { readonly creative: unknown; readonly name: PicturesProps['name'] };

/** The ad may have another position by now. One that is gone gets no picture. */
function withPicture(draft: Draft, { creative, name }: PictureOf, image: DraftImage): Draft {
  const creatives = valueAt(draft, ['creatives']);
  const index = Array.isArray(creatives)
    ? creatives.findIndex((one) => isObject(one) && one.id === creative)
    : -1;
  if (index < 0) return draft;
  const path = `creatives[${index}].${name}`;
  const filled = imagesAt(draft, path).filter(({ url }) => url !== undefined);
  return withImages(draft, path, [...filled, image]);
}

type PictureRowProps = {
  readonly context: AdContext;
  readonly path: string;
  readonly index: number;
  readonly image: DraftImage;
  readonly remove: () => void;
};

function Picture({ context, path, index, image, remove }: PictureRowProps) {
  const base = `${path}[${index}]`;
  const { url, w, h } = image;
  const shown = pictureUrl(url, useContext(ImageBase));
  const isUnknown = w === undefined && h === undefined && /^https:\/\/.+\../i.test(String(url));
  return (
    <div class="picture-row">
      {shown === undefined ? (
        <span class="thumbnail" />
      ) : (
        <img class="thumbnail" src={shown} alt="" />
      )}
      <Field context={context} field={{ name: `${base}.url`, label: 'Image URL' }} />
      <Field context={context} field={{ name: `${base}.w`, label: 'Width', kind: 'number' }} />
      <Field context={context} field={{ name: `${base}.h`, label: 'Height', kind: 'number' }} />
      <button type="button" onClick={remove}>
        Remove<span class="hidden"> the picture {index + 1}</span>
      </button>
      {isUnknown ? <Size later={context.later} path={path} url={String(url)} /> : null}
    </div>
  );
}

type SizeProps = Pick<AdContext, 'later'> & { readonly path: string; readonly url: string };

/** Looks how large a picture elsewhere is. */
function Size({ later, path, url }: SizeProps) {
  const found = useChecked<{ readonly w: number; readonly h: number; readonly mime: string }>(
    '/api/images/size',
    JSON.stringify({ url }),
  );
  useEffect(() => {
    if (found?.outcome.kind !== 'ready') return;
    const size = found.outcome.value;
    later((draft) =>
      withImages(
        draft,
        path,
        imagesAt(draft, path).map((one) => (one.url === url ? { ...one, ...size } : one)),
      ),
    );
  }, [found]);
  return (
    <p class="muted" role="status">
      {found?.outcome.kind === 'failed'
        ? `${found.outcome.reason} Fill in its width and height.`
        : 'Looking how large it is …'}
    </p>
  );
}
