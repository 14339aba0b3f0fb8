import type { SessionInfo } from '../api.ts';
import type { Route } from '../router.ts';
import { CampaignDetail } from './detail.tsx';
import { EditCampaign, NewCampaign } from './edit.tsx';
import { ImageBase } from './image-base.ts';
import { CampaignListPage } from './list.tsx';

type PageProps = { readonly route: Route; readonly session: SessionInfo };

/** `#/campaigns`, `#/campaigns/new`, `#/campaigns/<partner>/<id>` and `…/edit`. */
export function CampaignsPage(props: PageProps) {
  return (
    <ImageBase.Provider value={props.session.publicUrl}>
      <View {...props} />
    </ImageBase.Provider>
  );
}

function View({ route, session }: PageProps) {
  const { rest, parameters } = route;
  const mayChange = session.role !== 'read';
  const mayReview = session.role === 'admin';
  const [partner = '', campaign = '', action = ''] = rest.split('/');
  if (rest === '') return <CampaignListPage parameters={parameters} mayChange={mayChange} />;
  if (rest === 'new') return <NewCampaign parameters={parameters} key={parameters.toString()} />;
  if (action === 'edit') return <EditCampaign partner={partner} campaign={campaign} key={rest} />;
  return <CampaignDetail key={rest} {...{ partner, campaign, mayChange, mayReview }} />;
}
