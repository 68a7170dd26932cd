import { DraftNumber, DraftSelect, DraftSwitch, useDraft } from './draft-field';

/** Settings of GEPA: how parents are chosen, what a child must do to stay, and when to stop looking. */
export function GepaFields() {
  const { draft } = useDraft();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <DraftSelect name="gepaParent" path="method.parent.kind" label="Parent">
          <option value="pareto">Pareto: best on some example</option>
          <option value="currentBest">The best so far</option>
          <option value="epsilonGreedy">The best, now and then any</option>
          <option value="topKPareto">Pareto among the best k</option>
        </DraftSelect>
        {draft.gepaParent === 'epsilonGreedy' ? (
          <DraftNumber
            name="gepaParentNumber"
            path="method.parent.epsilon"
            label="Share of any"
            hint="0 to 1; empty = 0.1"
          />
        ) : null}
        {draft.gepaParent === 'topKPareto' ? (
          <DraftNumber name="gepaParentNumber" path="method.parent.k" label="k" hint="Empty = 5" />
        ) : null}
        <DraftSelect
          name="gepaFrontier"
          path="method.frontier"
          label="Frontier over"
          hint="What a candidate can be best on"
        >
          <option value="instance">Selection examples</option>
          <option value="objective">Objectives</option>
          <option value="hybrid">Both</option>
          <option value="cartesian">Their pairs</option>
        </DraftSelect>
        <DraftSelect name="gepaAcceptance" path="method.acceptance" label="A child stays if">
          <option value="strict">It beats its parent on the minibatch</option>
          <option value="orEqual">It is not worse there</option>
        </DraftSelect>
        <DraftSelect
          name="gepaSampling"
          path="method.sampling.kind"
          label="Proposals an iteration"
          hint="Each on a minibatch of its own"
        >
          <option value="single">One</option>
          <option value="sameParent">Several of one parent</option>
          <option value="independent">Several, each of its own parent</option>
          <option value="pxn">Several of several parents</option>
        </DraftSelect>
        {draft.gepaSampling === 'pxn' ? (
          <DraftNumber name="gepaSamplingParents" path="method.sampling.parents" label="Parents" />
        ) : null}
        {draft.gepaSampling === 'single' ? null : (
          <DraftNumber name="gepaSamplingNumber" path="method.sampling.n" label="Proposals of each" />
        )}
        <DraftSelect name="gepaKeep" path="method.keep.kind" label="Of several improvements keep">
          <option value="all">All</option>
          <option value="best">The best</option>
          <option value="topK">The best k</option>
        </DraftSelect>
        {draft.gepaKeep === 'topK' ? (
          <DraftNumber name="gepaKeepNumber" path="method.keep.k" label="k" />
        ) : null}
        <DraftSelect
          name="gepaComponents"
          path="method.components"
          label="Components"
          hint="Where the prompt has several"
        >
          <option value="roundRobin">One after the other</option>
          <option value="all">All at once</option>
        </DraftSelect>
        <DraftNumber
          name="gepaStopMetricCalls"
          path="method.stop.metricCalls"
          label="Scored answers at most"
          hint="Train and selection together"
          optional
        />
        <DraftNumber
          name="gepaStopWithout"
          path="method.stop.iterationsWithoutImprovement"
          label="Stop after so many without gain"
          hint="Iterations"
          optional
        />
      </div>
      <DraftSwitch
        name="gepaSkipsPerfect"
        path="method.skipPerfect"
        label="Skip a parent that is perfect on its minibatch"
        hint="There is nothing to learn from it."
      />
      <DraftSwitch
        name="gepaMerges"
        path="method.merge"
        label="Merge candidates"
        hint="Two descendants of one ancestor give each the component that the other has not; needs several components."
      >
        <DraftNumber name="gepaMergesMax" path="method.merge.maxInvocations" label="Merges at most" />
      </DraftSwitch>
    </>
  );
}
