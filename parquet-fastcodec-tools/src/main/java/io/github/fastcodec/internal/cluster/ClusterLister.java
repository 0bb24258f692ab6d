// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.search.Directory;
import io.github.fastcodec.internal.search.ListedDirectory;
import io.github.fastcodec.internal.search.Listing;
import io.github.fastcodec.internal.search.Search;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Lists directories on a cluster. Immutable.
 *
 * @param cleans whether to delete the leftovers of killed processes next to the targets
 */
public record ClusterLister(Cluster cluster, boolean cleans) implements Search.Lister {

    /** The number of listing tasks for each thread; several, so that a slow directory delays few others. */
    private static final int TASKS = 4;

    @Override
    public void list(List<Directory> directories, Consumer<ListedDirectory> each) throws IOException {
        cluster.call(
                "parquet-fastcodec lists " + directories.size() + " directories",
                new ListDirectories(cleans),
                parts(directories).iterator(),
                part -> part.forEach(each),
                () -> false);
    }

    private List<ArrayList<Directory>> parts(List<Directory> directories) {
        int each = 1 + directories.size() / (TASKS * Math.max(1, cluster.threads()));
        List<ArrayList<Directory>> parts = new ArrayList<>();
        for (int first = 0; first < directories.size(); first += each) {
            parts.add(new ArrayList<>(directories.subList(first, Math.min(first + each, directories.size()))));
        }
        return parts;
    }

    /** Lists directories on a machine of the cluster. */
    private record ListDirectories(boolean cleans)
            implements ClusterFunction<ArrayList<Directory>, ArrayList<ListedDirectory>> {

        @Override
        public ArrayList<ListedDirectory> run(ArrayList<Directory> directories, Machine machine) throws IOException {
            Listing listing = Listing.ofDirectories(machine.storages(), cleans);
            ArrayList<ListedDirectory> listed = new ArrayList<>();
            for (Directory directory : directories) {
                listed.add(listing.list(directory));
            }
            return listed;
        }
    }
}
