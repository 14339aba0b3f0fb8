import { useState } from 'preact/hooks';
import { Definition } from '../../../ui/definition.tsx';
import { type FormField, FormPart } from '../../../ui/form-field.tsx';
import { usd } from '../../../ui/format.ts';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import {
  BLOCKS,
  FLOOR,
  MANNERS,
  ORIGINS,
  PLACEMENTS,
  sensitiveFields,
} from '../../../ui/publisher-fields.ts';
import { SaveBar } from '../../../ui/save-bar.tsx';
import { send } from '../../../ui/shell/client.ts';
import { getVersion, useDraft, type Version } from '../../../ui/use-draft.ts';
import type { PortalSettings } from '../settings.ts';
import { type PortalPageProps, pathOf } from './api.ts';

const PATH = pathOf('settings');

/** What a publisher decides itself, within the bounds of the exchange. */
export function SettingsView({ mayEdit, info }: PortalPageProps) {
  const resource = useResource<PortalSettings>(PATH);
  const [isSaved, setIsSaved] = useState(false);
  return (
    <>
      <header class="page-head">
        <h1>Settings</h1>
        <p class="muted">A change applies to the next requests, within seconds.</p>
      </header>
      <Loaded resource={resource}>
        {(loaded) =>
          mayEdit ? (
            <SettingsForm
              key={loaded.revision}
              loaded={loaded}
              isSaved={isSaved}
              onSaved={() => {
                setIsSaved(true);
                resource.reload();
              }}
            />
          ) : (
            <>
              <p class="note">
                {info.isChangeable
                  ? 'You can look at the settings, and not change them.'
                  : 'The exchange keeps these settings in its config: ask it to change them.'}
              </p>
              <Definition
                definition={loaded.settings}
                fields={[FLOOR, ...BLOCKS, ...MANNERS, ...sensitiveFields(), ORIGINS, PLACEMENTS]}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

const versionOf = ({ settings, revision }: PortalSettings): Version => ({
  draft: settings,
  revision,
});

type SettingsFormProps = {
  readonly loaded: PortalSettings;
  readonly isSaved: boolean;
  readonly onSaved: () => void;
};

function SettingsForm({ loaded, isSaved, onSaved }: SettingsFormProps) {
  const state = useDraft({
    first: versionOf(loaded),
    save: (body, headers) => send(PATH, body, headers, { method: 'PUT' }),
    latest: () => getVersion(PATH, versionOf),
    onSaved,
  });
  const { draft, change, failed } = state;
  const context = { draft, change, faults: failed?.faults ?? [] };
  const { settings, bounds } = loaded;
  const isUnchanged = JSON.stringify(draft) === JSON.stringify(settings);
  return (
    <form class="narrow" onSubmit={state.submit} noValidate>
      <FormPart title="Prices" context={context} fields={[floorWithin(bounds)]} />
      <FormPart title="Which ads" context={context} fields={BLOCKS} />
      <FormPart title="When" context={context} fields={MANNERS} />
      <FormPart
        title="Sensitive topics"
        context={context}
        fields={sensitiveFields({
          allowedOff: bounds.sensitiveOff,
          stored: settings.sensitive ?? {},
        })}
      >
        <p class="muted wide">What there is beside conversations about these:</p>
      </FormPart>
      <FormPart title="Pages" context={context} fields={[ORIGINS, PLACEMENTS]} />
      <SaveBar state={state} label="Save" />
      {isSaved && isUnchanged && failed === undefined ? <p role="status">Saved.</p> : null}
    </form>
  );
}

function floorWithin({ floorMin, floorMax }: PortalSettings['bounds']): FormField {
  const hint = `From ${usd(floorMin)} to ${usd(floorMax)}: nothing is sold for less. Empty: only the floors of your requests.`;
  return { ...FLOOR, hint };
}
