export function BackToList() {
  return (
    <p class="back">
      <a href="#/campaigns">← Campaigns</a>
    </p>
  );
}
